/** Notifications that other modules write within their transactions. */
export { notifyOfAccountChanges, notifyOfSafety } from "./store";
