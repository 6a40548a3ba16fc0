import { message } from "../message";
import { Paragraph, Title } from "../parts";
import { originOf, WhatToDo, Where } from "../security-parts";

/** Tells that a passkey was added or removed. */
export const passkeyChanged = message({
  load: async (_, { data, createdAt }) => ({
    origin: originOf(data, createdAt),
    change: data?.change === "removed" ? ("removed" as const) : ("added" as const),
    name: String(data?.name ?? ""),
  }),
  subject: ({ t }) => t("passkey_changed.subject"),
  preview: ({ t }) => t("passkey_changed.preview"),
  body: (texts, { origin, change, name }) => (
    <>
      <Title>{texts.t(`passkey_changed.${change}.title`)}</Title>
      <Paragraph>{texts.t(`passkey_changed.${change}.text`, { name })}</Paragraph>
      <Where texts={texts} origin={origin} />
      <WhatToDo texts={texts} />
    </>
  ),
});
