"use server";

import { refresh } from "next/cache";
import { cookies, headers } from "next/headers";
import { db } from "@/db/client";
import { updateUserSchema } from "@/lib/domain/accounts/schema";
import { updateUser } from "@/lib/domain/accounts/update-user";
import { isLocale } from "@/lib/ground/i18n/languages";
import { action } from "@/lib/web/action";
import { changeUser } from "@/lib/web/change-user";
import { localeCookie } from "@/lib/web/cookies";
import { assertSameOrigin } from "@/lib/web/origin";
import { limit } from "@/lib/web/rate-limit/limit";
import { currentViewer } from "@/lib/web/session";

export const updateSettingsAction = action("updateSettings", updateUserSchema, async ({ viewer, input }) => {
  await limit(db(), "updateUser", viewer.id);
  const me = await changeUser(viewer, input, await headers());
  refresh();
  return me;
});

/**
 * The language of the screen (D2), for visitors too: it is theirs in this browser and, when they are signed in, in their account.
 * @throws AppError CROSS_ORIGIN, RATE_LIMITED
 */
export async function chooseLanguageAction(language: string): Promise<void> {
  assertSameOrigin(await headers());
  if (!isLocale(language)) return;
  const viewer = await currentViewer();
  if (viewer) {
    await limit(db(), "updateUser", viewer.id);
    await updateUser(db(), viewer, { preferredLanguage: language });
  }
  (await cookies()).set(localeCookie(language));
  refresh();
}
