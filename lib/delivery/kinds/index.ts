/** Every kind of message, by its name in `MAIL_KINDS`: one that is missing does not compile. */
export * from "./account";
export * from "./donations";
export * from "./news";
export * from "./operator";
export * from "./payouts";
export * from "./purchases";
export * from "./safety";
