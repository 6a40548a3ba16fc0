export type ShareTarget = "whatsapp" | "telegram" | "x" | "facebook" | "email";

/** The address that opens one request (specification 2, `/?request={id}`). */
export function shareUrl(origin: string, requestId: string): string {
  return `${origin}/?request=${encodeURIComponent(requestId)}`;
}

/** The address with which each service shares a link and a sentence. */
export function shareAddress(target: ShareTarget, { url, text }: { url: string; text: string }): string {
  const link = encodeURIComponent(url);
  const sentence = encodeURIComponent(text);
  switch (target) {
    case "whatsapp":
      return `https://wa.me/?text=${encodeURIComponent(`${text} ${url}`)}`;
    case "telegram":
      return `https://t.me/share/url?url=${link}&text=${sentence}`;
    case "x":
      return `https://x.com/intent/post?url=${link}&text=${sentence}`;
    case "facebook":
      return `https://www.facebook.com/sharer/sharer.php?u=${link}`;
    case "email":
      return `mailto:?subject=${sentence}&body=${encodeURIComponent(`${text}\n\n${url}`)}`;
  }
}
