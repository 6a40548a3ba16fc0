/** Tells the page without a network that it stands for a page that needs the database, which is away. */
export const OUTAGE_HEADER = "x-outage";
