import { message } from "../message";
import { Paragraph, Title } from "../parts";
import { originOf, WhatToDo, Where } from "../security-parts";

const CHANGES = ["on", "off", "codes", "code_used"] as const;

/** Tells that the second factor was switched on or off, or that recovery codes were made or used. */
export const secondFactorChanged = message({
  load: async (_, { data, createdAt }) => {
    const change = CHANGES.find((each) => each === data?.change);
    return change ? { origin: originOf(data, createdAt), change, count: Number(data?.codesLeft ?? 0) } : null;
  },
  subject: ({ t }, { change }) =>
    t(change === "code_used" ? "second_factor_changed.subjectCode" : "second_factor_changed.subject"),
  preview: ({ t }) => t("second_factor_changed.preview"),
  body: (texts, { origin, change, count }) => (
    <>
      <Title>{texts.t(`second_factor_changed.${change}.title`)}</Title>
      <Paragraph>{texts.t(`second_factor_changed.${change}.text`, { count })}</Paragraph>
      <Where texts={texts} origin={origin} />
      <WhatToDo texts={texts} />
    </>
  ),
});
