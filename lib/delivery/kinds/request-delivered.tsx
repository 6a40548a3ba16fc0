/** What became of the money: people choose about it by itself. */
export { requestUpdate as requestDelivered } from "./request-update";
