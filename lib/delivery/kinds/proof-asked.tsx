import { findProof } from "@/lib/domain/posts/queries";
import { message } from "../message";
import { ActionButton, Paragraph } from "../parts";

/** Asks the owner of a request what became of the money that arrived, if they have not said it yet. */
export const proofAsked = message({
  load: (db, { cause }) => findProof(db, cause.split(" ")[0] ?? ""),
  body: ({ t, day }, { title, paidOutAt }) => (
    <>
      <Paragraph>{t("proof_asked.text", { title, day: day(paidOutAt) })}</Paragraph>
      <Paragraph>{t("proof_asked.how")}</Paragraph>
      <ActionButton path="/profile#requests">{t("proof_asked.action")}</ActionButton>
    </>
  ),
  path: () => "/profile",
});
