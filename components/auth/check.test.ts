import { expect, it } from "vitest";
import { checkLogin, checkRegistration } from "./check";

const good = { username: "anna.b", name: "Anna", email: "anna@example.org", password: "lang genoeg" };

it("lets good input pass", () => {
  expect(checkRegistration(good)).toEqual({});
  expect(checkLogin(good)).toEqual({});
});

it.each([
  [{ username: " " }, { username: "usernameRequired" }],
  [{ username: "ab" }, { username: "usernameTooShort" }],
  [{ username: "a".repeat(21) }, { username: "usernameTooLong" }],
  [{ username: "an na" }, { username: "usernameCharacters" }],
  [{ name: "  " }, { name: "nameRequired" }],
  [{ email: "anna@example" }, { email: "email" }],
  [{ password: "" }, { password: "passwordRequired" }],
  [{ password: "12345" }, { password: "passwordLength" }],
])("tells what is wrong with %o", (change, errors) => {
  expect(checkRegistration({ ...good, ...change })).toEqual(errors);
});

it("asks a login for both", () => {
  expect(checkLogin({ username: " ", password: "" })).toEqual({
    username: "usernameRequired",
    password: "passwordRequired",
  });
});
