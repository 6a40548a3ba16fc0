import { inflateSync } from "node:zlib";

const WOFF_DIRECTORY = 44;
const WOFF_ENTRY = 20;

/**
 * The code points a WOFF file has glyphs for, out of its `cmap` table (OpenType, formats 4 and 12).
 * @throws Error when there is no such table
 */
export function coveredLetters(woff: Buffer): Set<number> {
  const cmap = tableOf(woff, "cmap");
  const tables = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) =>
    cmap.subarray(cmap.readUInt32BE(4 + index * 8 + 4)),
  );
  const wide = tables.find((table) => table.readUInt16BE(0) === 12);
  if (wide) return fromFormat12(wide);
  const narrow = tables.find((table) => table.readUInt16BE(0) === 4);
  if (narrow) return fromFormat4(narrow);
  throw new Error("a font without a character map of format 4 or 12");
}

function tableOf(woff: Buffer, tag: string): Buffer {
  for (let index = 0; index < woff.readUInt16BE(12); index += 1) {
    const entry = WOFF_DIRECTORY + index * WOFF_ENTRY;
    if (woff.toString("latin1", entry, entry + 4) !== tag) continue;
    const [offset, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [
      number,
      number,
      number,
    ];
    const data = woff.subarray(offset, offset + packed);
    return packed < length ? inflateSync(data) : data;
  }
  throw new Error(`a font without a ${tag} table`);
}

function fromFormat12(table: Buffer): Set<number> {
  const letters = new Set<number>();
  for (let group = 0; group < table.readUInt32BE(12); group += 1) {
    const at = 16 + group * 12;
    for (let code = table.readUInt32BE(at); code <= table.readUInt32BE(at + 4); code += 1) letters.add(code);
  }
  return letters;
}

function fromFormat4(table: Buffer): Set<number> {
  const letters = new Set<number>();
  const bytes = table.readUInt16BE(6);
  for (let at = 0; at < bytes; at += 2) {
    const [end, start, delta] = [14 + at, 16 + bytes + at, 16 + 2 * bytes + at].map((position) =>
      table.readUInt16BE(position),
    ) as [number, number, number];
    const rangeAt = 16 + 3 * bytes + at;
    const range = table.readUInt16BE(rangeAt);
    for (let code = start; code <= end && code !== 0xffff; code += 1) {
      const listed = range === 0 ? code : table.readUInt16BE(rangeAt + range + 2 * (code - start));
      const glyph = listed === 0 ? 0 : (listed + delta) & 0xffff;
      if (glyph !== 0) letters.add(code);
    }
  }
  return letters;
}
