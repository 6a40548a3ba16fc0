"use server";

import { headers } from "next/headers";
import { z } from "zod";
import { db } from "@/db/client";
import { requestEmailChange } from "@/lib/domain/accounts/change-email";
import { confirmAgain } from "@/lib/domain/accounts/confirm-email";
import { sendPasswordLink } from "@/lib/domain/accounts/reset-password";
import { changeEmailSchema, changePasswordSchema } from "@/lib/domain/accounts/schema";
import { action } from "@/lib/web/action";
import { whereabouts } from "@/lib/web/client-address";
import { contract } from "@/lib/web/contract";
import { changePasswordOf } from "@/lib/web/session/step-up";

export const confirmAgainAction = action(
  "confirmAgain",
  { input: z.object({}), limits: "mailAddress", evenSuspended: true, keepsPage: true },
  async ({ viewer }) => confirmAgain(db(), viewer, whereabouts(await headers())),
);

export const sendPasswordLinkAction = action(
  "sendPasswordLink",
  { input: z.object({}), limits: contract.forgotPassword, keepsPage: true },
  async ({ viewer }) => sendPasswordLink(db(), viewer, whereabouts(await headers())),
);

export const changePasswordAction = action(
  "changePassword",
  { input: changePasswordSchema, limits: contract.changePassword },
  async ({ viewer, input }) => changePasswordOf(viewer, input),
);

export const changeEmailAction = action(
  "changeEmail",
  { input: changeEmailSchema, limits: contract.changeEmail },
  async ({ viewer, input }) => requestEmailChange(db(), viewer, input, whereabouts(await headers())),
);
