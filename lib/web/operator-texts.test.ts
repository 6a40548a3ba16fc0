import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { LOCALES } from "@/lib/ground/i18n/languages";
import { TEXT_PAGES } from "@/lib/ground/text-pages";
import { renderText } from "./operator-texts";

const known = { name: "Stichting Steuntje", address: "Dorpsstraat 1", contact: "info@example.org" };
const read = (locale: string, page: string) => readFileSync(`texts/${locale}/${page}.md`, "utf8");

describe("an operator's text", () => {
  it("lets no HTML and no other link through", () => {
    const { html } = renderText(
      "# A\n\n<script>alert(1)</script> <img src=x onerror=alert(1)>\n\n[a](javascript:alert(1)) [b](data:text/html,x) [c](/rules)",
      known,
    );
    expect(html).not.toMatch(/<(script|img)|href="(javascript|data)/i);
    expect(html).toContain('<a href="/rules">c</a>');
  });

  it("lets no HTML through what the operator is called", () => {
    const { html } = renderText("[[name]]", { ...known, name: "<b>x</b>" });
    expect(html).not.toContain("<b>");
  });

  it("fills in what is known and marks the rest", () => {
    const text = renderText("# Terms\n\n1.1 By [[name]], [[contact]].\n\n1.2 [[Register]]", {
      ...known,
      contact: null,
    });
    expect(text).toMatchObject({ title: "Terms", missing: ["contact", "Register"] });
    expect(text.html).toContain('<p id="1.1">1.1 By Stichting Steuntje, <mark>contact</mark>.</p>');
    expect(text.html).toContain('<p id="1.2">1.2 <mark>Register</mark></p>');
  });

  it.each(TEXT_PAGES)("%s has the same numbers and says as much is missing in every language", (page) => {
    const shape = (locale: string) => {
      const text = read(locale, page);
      const { html, missing, title } = renderText(text, known);
      expect(title).not.toBe("");
      return [
        [...html.matchAll(/id="([\d.]+)"/g)].map(([, id]) => id),
        missing.length,
        html.split("<").length,
      ];
    };
    for (const locale of LOCALES) expect([locale, ...shape(locale)]).toEqual([locale, ...shape("en")]);
  });

  it.each(LOCALES)("the links of %s lead to pages that are there", (locale) => {
    const pages = [...TEXT_PAGES, "cancel"].map((page) => `/${page}`);
    for (const page of TEXT_PAGES) {
      for (const [, path] of read(locale, page).matchAll(/\]\((\/[^)]*)\)/g)) {
        expect(pages).toContain(path);
      }
    }
  });
});
