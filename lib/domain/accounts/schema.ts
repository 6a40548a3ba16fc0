import { z } from "zod";
import { USERNAME_PATTERN } from "@/lib/domain/users/rules";
import { problem, writtenText } from "@/lib/ground/text-fields";
import { hasNoCardNumber, isPrintableLine } from "@/lib/ground/text-rules";
import { LOCALES, PAYOUT_METHODS } from "@/lib/ground/vocabulary";
import { MAX_SENT_AVATAR, MAX_USERNAME, MIN_USERNAME } from "./rules";

/** Specification 5, Username (stored). */
export const usernameSchema = z
  .string(problem("usernameRequired"))
  .trim()
  .min(1, problem("usernameRequired"))
  .min(MIN_USERNAME, problem("usernameTooShort"))
  .max(MAX_USERNAME, problem("usernameTooLong"))
  .regex(USERNAME_PATTERN, problem("usernameCharacters"))
  .refine(hasNoCardNumber, problem("cardNumber"));

export const emailSchema = z
  .string(problem("email"))
  .trim()
  .toLowerCase()
  .max(254, problem("email"))
  .pipe(z.email(problem("email")))
  .refine(hasNoCardNumber, problem("cardNumber"));

/** A password as it is chosen; whether it is too weak (D12) is judged in the domain. */
const newPasswordSchema = z
  .string(problem("passwordRequired"))
  .min(1, problem("passwordRequired"))
  .min(6, problem("passwordLength"))
  .max(256, problem("tooLong"));

/** A password as it is asked of somebody who has one. */
const passwordSchema = z.string(problem("passwordRequired")).max(256, problem("tooLong"));

/** Specification 5, Register. */
export const registerSchema = z.object({
  username: usernameSchema,
  name: writtenText({ max: 80, required: "nameRequired", lines: "one" }),
  email: emailSchema,
  password: newPasswordSchema,
});
export type Registration = z.infer<typeof registerSchema>;

/** Specification 5, Login; `username` may be the e-mail address. */
export const loginSchema = z.object({
  username: z
    .string(problem("usernameRequired"))
    .trim()
    .min(1, problem("usernameRequired"))
    .max(254, problem("tooLong"))
    .refine(isPrintableLine, problem("controlCharacters")),
  password: z
    .string(problem("passwordRequired"))
    .min(1, problem("passwordRequired"))
    .max(256, problem("tooLong")),
});
export type Credentials = z.infer<typeof loginSchema>;

/** PATCH /api/auth/user: what a person may change of themselves. Everything else that is sent changes nothing. */
export const updateUserSchema = z
  .object({
    avatar: z.string(problem("avatar")).max(MAX_SENT_AVATAR, problem("avatar")),
    username: usernameSchema,
    paypalEmail: z
      .union([z.null(), z.literal("").transform(() => null), emailSchema], problem("paypalEmail"))
      .describe("null or empty removes it"),
    paymentMethod: z.enum(PAYOUT_METHODS, problem("invalid")).nullable(),
    visaCardToken: z
      .string(problem("cardToken"))
      .regex(/^(tok|pm)_[A-Za-z0-9_]{1,200}$/, problem("cardToken"))
      .refine(hasNoCardNumber, problem("cardNumber"))
      .nullable(),
    anonymousProfile: z.boolean(problem("invalid")),
    hideGivenAmount: z.boolean(problem("invalid")),
    hideReceivedAmount: z.boolean(problem("invalid")),
    preferredLanguage: z.enum(LOCALES, problem("invalid")),
  })
  .partial();
export type UserChanges = z.infer<typeof updateUserSchema>;

/** POST /api/auth/password/forgot. */
export const forgotPasswordSchema = z.object({ email: emailSchema });

/** The token of a link in a message; one that we never made gets the answer of a link that does not work. */
const linkTokenSchema = z.string(problem("required")).max(200, problem("tooLong"));

/** What a link does once its button is pressed. */
export const linkSchema = z.object({ token: linkTokenSchema });
export const resetPasswordSchema = z.object({ token: linkTokenSchema, password: newPasswordSchema });

/** A new password, after the present one. */
export const changePasswordSchema = z.object({
  currentPassword: passwordSchema,
  password: newPasswordSchema,
});
export type PasswordChange = z.infer<typeof changePasswordSchema>;

/** POST /api/auth/email. */
export const changeEmailSchema = z.object({ email: emailSchema });
export type EmailChange = z.infer<typeof changeEmailSchema>;
