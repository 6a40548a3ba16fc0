/** The page of a report; a visitor's token opens it. */
export function reportPath(reference: string, token: string | null): string {
  return `/reports/${reference}${token === null ? "" : `?token=${token}`}`;
}
