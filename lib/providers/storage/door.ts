import type { UploadAddress, UploadTerms } from "../photo-store";
import { signUpload } from "./signed-upload";

/** This server's own way in for uploads, which counts what arrives. */
export type Door = {
  /** The address under which it takes uploads, without the key. */
  uploadUrl: string;
  /** Signs the addresses of uploads. */
  secret: string;
};

/** An address at this server that takes one upload. */
export function doorAddress({ uploadUrl, secret }: Door, { key, ...terms }: UploadTerms): UploadAddress {
  return {
    url: `${uploadUrl}/${key}?${signUpload(secret, key, terms)}`,
    headers: terms.contentType === undefined ? {} : { "Content-Type": terms.contentType },
  };
}
