export type ShareTarget = "whatsapp" | "telegram" | "x" | "facebook" | "email";

/** The address of one request that opens it for whoever follows it (specification 2, `/?request={id}`). */
export function shareUrl(origin: string, requestId: string): string {
  return `${origin}/?request=${encodeURIComponent(requestId)}`;
}

/** Where each service takes a link and a sentence to go with it. */
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
