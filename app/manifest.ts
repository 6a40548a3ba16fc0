import type { MetadataRoute } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { THEME_COLORS } from "@/components/shell/theme";
import { env } from "@/lib/ground/env";

export const dynamic = "force-dynamic";

/** So that it can be put on a home screen. Asked for without cookies: its language is the browser's. */
export default async function manifest(): Promise<MetadataRoute.Manifest> {
  const { appName } = env();
  const [t, locale] = await Promise.all([getTranslations("shell"), getLocale()]);
  return {
    id: "/",
    name: appName,
    short_name: appName,
    description: t("description", { appName }),
    lang: locale,
    start_url: "/",
    scope: "/",
    display: "standalone",
    background_color: THEME_COLORS.light,
    theme_color: THEME_COLORS.light,
    categories: ["social", "lifestyle"],
    icons: [
      { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  };
}
