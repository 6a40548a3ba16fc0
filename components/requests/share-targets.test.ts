import { describe, expect, it } from "vitest";
import { type ShareTarget, shareAddress, shareUrl } from "./share-targets";

const url = shareUrl("https://steuntje.example", "0197-id");
const text = "Help & more: 100% #1";

describe("sharing a request", () => {
  it("links to the request on this origin", () => {
    expect(url).toBe("https://steuntje.example/?request=0197-id");
  });

  it.each(["whatsapp", "telegram", "x", "facebook", "email"] satisfies ShareTarget[])(
    "keeps link and sentence whole for %s",
    (target) => {
      const address = new URL(shareAddress(target, { url, text }));
      const values = [...address.searchParams.values()].join("\n");
      expect(values).toContain(url);
      if (target !== "facebook") expect(values).toContain(text);
    },
  );
});
