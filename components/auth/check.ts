import { MAX_USERNAME, MIN_USERNAME } from "@/lib/domain/accounts/rules";
import { USERNAME_PATTERN } from "@/lib/domain/users/rules";
import type { FieldErrors } from "@/lib/ground/errors";

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** What the form asks; the server asks for more (D12). */
const FORM_MIN_PASSWORD = 6;

/** `code` once the server has asked for it. */
export type LoginInput = { username: string; password: string; code?: string };
export type RegistrationInput = { username: string; password: string; name: string; email: string };

/** What is wrong with a login before it is sent (specification 5). */
export function checkLogin({ username, password, code }: LoginInput): FieldErrors {
  return {
    ...(username.trim() === "" && { username: "usernameRequired" }),
    ...(password === "" && { password: "passwordRequired" }),
    ...(code?.trim() === "" && { code: "codeRequired" }),
  };
}

/** What is wrong with a registration before it is sent (specification 5). */
export function checkRegistration(input: RegistrationInput): FieldErrors {
  const username = usernameProblem(input.username.trim());
  return {
    ...(username && { username }),
    ...(input.name.trim() === "" && { name: "nameRequired" }),
    ...(!EMAIL.test(input.email.trim()) && { email: "email" }),
    ...(input.password === "" && { password: "passwordRequired" }),
    ...(input.password !== "" && input.password.length < FORM_MIN_PASSWORD && { password: "passwordLength" }),
  };
}

function usernameProblem(username: string) {
  if (username === "") return "usernameRequired";
  if (username.length < MIN_USERNAME) return "usernameTooShort";
  if (username.length > MAX_USERNAME) return "usernameTooLong";
  return USERNAME_PATTERN.test(username) ? null : "usernameCharacters";
}
