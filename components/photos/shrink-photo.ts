import { drawPicture, encodePicture, openPicture, putOnWhite } from "@/components/shared/picture";
import { MAX_SIDE } from "@/lib/domain/photos/rules";

/** Specification 9, Uploader defaults. Nothing is shown higher than a phone's screen. */
const THUMBNAIL = { width: 280, height: 560 };
const THUMBNAIL_QUALITY = 0.8;

export type SmallPhoto = {
  photo: Blob;
  /** A `data:` image. */
  thumbnail: string;
};

/**
 * A chosen photo as it is sent: upright, no larger than it is stored (D23), and without the camera's metadata, such
 * as the place.
 * @throws when the browser cannot read it as a picture
 */
export async function shrinkPhoto(file: Blob): Promise<SmallPhoto> {
  const canvas = drawPicture(await openPicture(file), { width: MAX_SIDE, height: MAX_SIDE });
  putOnWhite(canvas);
  return {
    photo: await encodePicture(canvas),
    thumbnail: drawPicture(canvas, THUMBNAIL).toDataURL("image/jpeg", THUMBNAIL_QUALITY),
  };
}
