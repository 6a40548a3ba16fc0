/** The part of `html-to-text` that we use; version 10 has no types of its own. */
declare module "html-to-text" {
  type Selector = { selector: string; format?: string; options?: Record<string, unknown> };

  /** What turns HTML into plain text, made once for many texts. */
  export function compile(options: { wordwrap: number; selectors: Selector[] }): (html: string) => string;
}
