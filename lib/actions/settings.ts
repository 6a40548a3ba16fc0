"use server";

import { refresh } from "next/cache";
import { cookies, headers } from "next/headers";
import { db } from "@/db/client";
import { updateUserSchema } from "@/lib/domain/accounts/schema";
import { updateUser } from "@/lib/domain/accounts/update-user";
import { DAY, SECOND } from "@/lib/ground/durations";
import { isLocale } from "@/lib/ground/i18n/languages";
import { action } from "@/lib/web/action";
import { whereabouts } from "@/lib/web/client-address";
import { contract } from "@/lib/web/contract";
import { cookie } from "@/lib/web/cookies";
import { assertSameOrigin } from "@/lib/web/origin";
import { limit } from "@/lib/web/rate-limit/limit";
import { currentViewer } from "@/lib/web/session";
import { requireProofForPayout } from "@/lib/web/session/step-up";

export const updateSettingsAction = action(
  "updateSettings",
  { input: updateUserSchema, limits: contract.updateUser },
  async ({ viewer, input, address }) => {
    await requireProofForPayout(viewer, input, address);
    return updateUser(db(), viewer, input, whereabouts(await headers()));
  },
);

/**
 * Sets the language of the screen (D2), in this browser and, of somebody signed in, in the account, unless two people
 * claim that. Visitors may call it, which is why it is not wrapped in `action`.
 * @throws AppError CROSS_ORIGIN, RATE_LIMITED
 */
export async function chooseLanguageAction(language: string): Promise<void> {
  assertSameOrigin(await headers());
  if (!isLocale(language)) return;
  const viewer = await currentViewer();
  if (viewer) {
    await limit(db(), "updateUser", viewer.id);
    if (!viewer.isContested) await updateUser(db(), viewer, { preferredLanguage: language });
  }
  (await cookies()).set(cookie("locale", language, { maxAge: (365 * DAY) / SECOND }));
  refresh();
}
