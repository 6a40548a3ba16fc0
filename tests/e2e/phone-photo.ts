import sharp from "sharp";

/** What the phone writes into a photo beside its place. */
export const CAMERA = "Sneakycam 3000";

/** As it is seen. */
const SIZE = { width: 3000, height: 4000 };

/**
 * A photo as phones take them: some 4 MB, red above and blue below, lying on its side in the file, with the place in
 * it.
 */
export async function phonePhoto({ width, height } = SIZE): Promise<Buffer> {
  const half = { width, height: height / 2, channels: 3 } as const;
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const grain = await sharp({ create: { ...half, height, background: "#808080", noise } })
    .ensureAlpha(0.4)
    .png({ compressionLevel: 0 })
    .toBuffer();
  const lower = await sharp({ create: { ...half, background: "#0000ff" } })
    .png()
    .toBuffer();
  const upright = await sharp({ create: { ...half, height, background: "#ff0000" } })
    .composite([{ input: lower, gravity: "south" }, { input: grain }])
    .png({ compressionLevel: 0 })
    .toBuffer();
  return sharp(upright)
    .rotate(270)
    .withExif({
      IFD0: { Make: CAMERA },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "52/1 22/1 3000/100",
        GPSLongitudeRef: "E",
        GPSLongitude: "4/1 53/1 2400/100",
      },
    })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 88 })
    .toBuffer();
}
