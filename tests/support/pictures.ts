import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

type Format = "jpeg" | "png" | "webp" | "gif" | "avif";

/** A picture of two halves, red on the left and blue on the right, so that turning it shows. */
export async function picture(format: Format, width = 60, height = 40): Promise<Buffer> {
  return (await halves(width, height)).toFormat(format).toBuffer();
}

/** A photo as a phone takes it: lying on its side with a note to turn it, and with where and by what it was taken. */
export async function phonePhoto(width = 60, height = 40): Promise<Buffer> {
  return (await halves(width, height))
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: "SecretPhone" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "52/1 22/1 0/1" },
    })
    .withXmp("<x:xmpmeta xmlns:x='adobe:ns:meta/'>SecretName</x:xmpmeta>")
    .withIccProfile("p3", { attach: true })
    .jpeg()
    .toBuffer();
}

async function halves(width: number, height: number) {
  const right = await sharp({
    create: { width: Math.ceil(width / 2), height, channels: 3, background: "#0000ff" },
  })
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: "#ff0000" } }).composite([
    { input: right, left: Math.floor(width / 2), top: 0 },
  ]);
}

/** A PNG of a declared size with almost no data. */
export function pngClaiming(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(1_000_000))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([head, body, sum]);
}

/** The names of the parts of a WebP file. */
export function chunksOf(webp: Buffer): string[] {
  const names: string[] = [];
  for (let at = 12; at < webp.length; at += 8 + webp.readUInt32LE(at + 4) + (webp.readUInt32LE(at + 4) % 2))
    names.push(webp.toString("latin1", at, at + 4).trim());
  return names;
}
