"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { MAX_PHOTO_BYTES } from "@/lib/domain/photos/rules";
import type { Uploader } from "./send-photo";

/** Fetches Uppy, once, with its messages in the person's language. Worth asking for while the person is choosing. */
export function useUploader(): () => Promise<Uploader> {
  const t = useTranslations("request.create.photo");
  const format = useFormatter();
  const uploader = useRef<Promise<Uploader> | null>(null);

  useEffect(
    () => () => {
      uploader.current?.then(({ destroy }) => destroy()).catch(() => undefined);
      uploader.current = null;
    },
    [],
  );

  async function load(): Promise<Uploader> {
    const { createUploader } = await import("./send-photo");
    const size = format.number(MAX_PHOTO_BYTES / 1024 ** 2, { style: "unit", unit: "megabyte" });
    return createUploader({
      exceedsSize: t("tooLarge", { file: "%{file}", size }),
      inferiorSize: t("tooSmall"),
      youCanOnlyUploadFileTypes: t("wrongType"),
      youCanOnlyUploadX: t("tooMany"),
      noDuplicates: t("duplicate", { file: "%{fileName}" }),
      unreadable: t("unreadable"),
    });
  }

  return () => {
    uploader.current ??= load().catch((error: unknown) => {
      uploader.current = null;
      throw error;
    });
    return uploader.current;
  };
}
