import { message } from "../message";
import { OriginFacts, originOf } from "../origin";
import { AccountAdvice, Paragraph } from "../parts";

const CHANGES = ["on", "off", "codes", "code_used"] as const;

/** Informs the owner that the second factor was switched on or off, or that recovery codes were made or used. */
export const secondFactorChanged = message({
  load: async (_db, mail) => {
    const change = CHANGES.find((each) => each === mail.data?.change);
    return change ? { origin: originOf(mail), change, count: Number(mail.data?.codesLeft ?? 0) } : null;
  },
  subject: ({ t }, { change }) =>
    t(change === "code_used" ? "second_factor_changed.subjectCode" : "second_factor_changed.subject"),
  title: ({ t }, { change }) => t(`second_factor_changed.${change}.title`),
  body: (texts, { origin, change, count }) => (
    <>
      <Paragraph>{texts.t(`second_factor_changed.${change}.text`, { count })}</Paragraph>
      <OriginFacts texts={texts} origin={origin} />
      <AccountAdvice texts={texts} />
    </>
  ),
});
