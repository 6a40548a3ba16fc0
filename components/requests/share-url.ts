/** The address that opens one request (specification 2, `/?request={id}`). */
export function shareUrl(origin: string, requestId: string): string {
  return `${origin}/?request=${encodeURIComponent(requestId)}`;
}
