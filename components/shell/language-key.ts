/** The key in localStorage of the last screen's language, for the offline page. */
export const LANGUAGE_KEY = "language";
