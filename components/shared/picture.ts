/**
 * Opens a chosen picture, upright. With an `<img>`, because Safari's `createImageBitmap` ignores the orientation.
 * @throws when the browser cannot read it as a picture
 */
export async function openPicture(file: Blob): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(file);
  try {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    return picture;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Draws a picture within so many pixels, never enlarged. The camera's metadata is lost. */
export function drawPicture(
  picture: HTMLImageElement | HTMLCanvasElement,
  within: { width: number; height: number },
): HTMLCanvasElement {
  const scale = Math.min(1, within.width / picture.width, within.height / picture.height);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = contextOf(canvas);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Puts white behind a picture: a JPEG turns transparency black. */
export function putOnWhite(canvas: HTMLCanvasElement): void {
  const context = contextOf(canvas);
  context.globalCompositeOperation = "destination-over";
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
}

const PHOTO_QUALITY = 0.85;

/** A picture as a JPEG. @throws when the browser cannot make one */
export function encodePicture(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("the picture cannot be encoded"))),
      "image/jpeg",
      PHOTO_QUALITY,
    );
  });
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  return context;
}
