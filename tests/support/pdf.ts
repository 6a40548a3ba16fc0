import { inflateSync } from "node:zlib";

/** What a PDF of our library says: a reader for tests, because the kept ones need a newer Node.js than we do. */
export async function readPdf(file: Buffer): Promise<{ text: string; pages: number }> {
  const raw = file.toString("latin1");
  const objects = new Map<string, { head: string; stream: Buffer | null }>();
  for (const [whole, id = "", body = ""] of raw.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const at = body.indexOf("stream\n");
    const head = at === -1 ? body : body.slice(0, at);
    if (whole === "" || at === -1) {
      objects.set(id, { head, stream: null });
      continue;
    }
    const length = Number(/\/Length (\d+)/.exec(head)?.[1]);
    const data = Buffer.from(body.slice(at + 7, at + 7 + length), "latin1");
    objects.set(id, { head, stream: head.includes("/FlateDecode") ? inflateSync(data) : data });
  }
  const refIn = (head: string, key: string) => new RegExp(`/${key} (\\d+) 0 R`).exec(head)?.[1] ?? "";
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b/.test(head));
  const text = pages.map(({ head }) => {
    const resources = objects.get(refIn(head, "Resources"))?.head ?? head;
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = "", id = ""]) => {
        const unicode = objects.get(refIn(objects.get(id)?.head ?? "", "ToUnicode"))?.stream;
        return [name, charactersOf(unicode?.toString("latin1") ?? "")];
      }),
    );
    return textOf(objects.get(refIn(head, "Contents"))?.stream?.toString("latin1") ?? "", fonts);
  });
  return { text: text.join("\n"), pages: pages.length };
}

/** The texts of glyphs by their codes, from ranges with a list. */
function charactersOf(cmap: string): Map<string, string> {
  const characters = new Map<string, string>();
  for (const [, first = "", list = ""] of cmap.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/g)) {
    [...list.matchAll(/<([0-9a-f ]*)>/g)].forEach(([, hex = ""], index) => {
      const code = (Number.parseInt(first, 16) + index).toString(16).padStart(4, "0");
      const utf16 = Buffer.from(hex.replaceAll(" ", ""), "hex").swap16();
      characters.set(code, utf16.toString("utf16le"));
    });
  }
  return characters;
}

/** Runs in the order in which they are drawn, each line on its own. */
function textOf(content: string, fonts: Map<string, Map<string, string>>): string {
  let text = "";
  let baseline = "";
  for (const [block] of content.matchAll(/BT[\s\S]*?ET/g)) {
    const font = fonts.get(/\/(F\d+) [\d.]+ Tf/.exec(block)?.[1] ?? "");
    const [, at = ""] = /1 0 0 1 \S+ (\S+) Tm/.exec(block) ?? [];
    if (baseline !== "" && at !== baseline) text += "\n";
    baseline = at;
    for (const [, hex = ""] of block.matchAll(/<([0-9a-f]+)>/g)) {
      for (const [code] of hex.matchAll(/.{4}/g)) text += font?.get(code) ?? "\ufffd";
    }
  }
  return text;
}
