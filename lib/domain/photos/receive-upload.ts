import { type Bytes, ObjectTooLarge } from "@/lib/providers/photo-store";
import { BEGINNING, beginsLikePicture } from "@/lib/providers/pictures";
import { isExpected, noteSentBytes } from "./store";
import type { PhotoContext } from "./types";

/** No upload is expected under a key: its photo is discarded, in use, or was never allowed. */
export class UploadEnded extends Error {
  override name = "UploadEnded";
}

/**
 * Stores an upload that is sent to this server and returns the MD5 of what is stored. Of a file that is not a picture
 * only the beginning is stored, by which the request that names it is refused.
 * @throws UploadEnded, ObjectTooLarge, StoreUnavailable
 */
export async function receiveUpload(
  { db, photos }: PhotoContext,
  key: string,
  bytes: Bytes,
  maxBytes: number,
): Promise<string> {
  if (!(await isExpected(db, key))) throw new UploadEnded(key);
  let kept = 0;
  const worthKeeping = async function* () {
    for await (const chunk of pictureIn(bytes, maxBytes)) {
      kept += chunk.byteLength;
      yield chunk;
    }
  };
  const md5 = await photos.receive(key, worthKeeping(), maxBytes);
  await noteSentBytes(db, key, kept);
  return md5;
}

/** The bytes of a picture; of any other file the beginning, while the rest is counted and dropped. */
async function* pictureIn(bytes: Bytes, maxBytes: number) {
  let size = 0;
  let beginning: Buffer | null = Buffer.alloc(0);
  let isPicture = false;
  for await (const chunk of bytes) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new ObjectTooLarge(`more than ${maxBytes} bytes`);
    if (beginning) {
      beginning = Buffer.concat([beginning, chunk]);
      if (beginning.byteLength < BEGINNING) continue;
      isPicture = beginsLikePicture(beginning);
      yield isPicture ? beginning : beginning.subarray(0, BEGINNING);
      beginning = null;
    } else if (isPicture) yield chunk;
  }
  if (beginning) yield beginning;
}
