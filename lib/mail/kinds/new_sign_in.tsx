import { message } from "../message";
import { Paragraph, Title } from "../parts";
import { originOf, WhatToDo, Where } from "../security-parts";

/** Tells that an account was opened from a device family that it was not opened from before. */
export const newSignIn = message({
  load: async (_, { data, createdAt }) => originOf(data, createdAt),
  subject: ({ t }) => t("new_sign_in.subject"),
  preview: ({ t }) => t("new_sign_in.preview"),
  body: (texts, origin) => (
    <>
      <Title>{texts.t("new_sign_in.title")}</Title>
      <Paragraph>{texts.t("new_sign_in.text")}</Paragraph>
      <Where texts={texts} origin={origin} />
      <WhatToDo texts={texts} />
    </>
  ),
});
