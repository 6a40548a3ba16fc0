/** Where the language of the last screen is kept in the browser, for the page that no server makes. */
export const LANGUAGE_KEY = "language";
