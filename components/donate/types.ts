/** How the browser pays by card; null where no card provider is configured. */
export type CardSetup = { publishableKey: string; sandbox: boolean; currency: string } | null;
