import { lazily } from "./lazily";

/** A question before a server action, whose code is fetched when it is first asked. */
export const Question = lazily(() => import("./action-dialog"), "ActionDialog");
