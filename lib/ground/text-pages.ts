/** The pages whose texts are the operator's (safety.md, Pages in five languages). */
export const TEXT_PAGES = ["rules", "order", "terms", "privacy", "imprint", "accessibility"] as const;
export type TextPage = (typeof TEXT_PAGES)[number];

export function isTextPage(name: string): name is TextPage {
  return TEXT_PAGES.some((page) => page === name);
}
