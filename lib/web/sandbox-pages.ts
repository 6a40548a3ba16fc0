/** Where the pages of the payments sandbox are, below `/api/sandbox`: for its proxy and for the content policy. */
export const SANDBOX_PAGES = "3ds|bank|approve|checkout|onboarding";
