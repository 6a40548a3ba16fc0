import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Card } from "@/components/ui/card";
import { isTextPage } from "@/lib/ground/text-pages";
import { currentLocale } from "@/lib/web/locale";
import { operatorText } from "@/lib/web/operator-texts";

type Props = PageProps<"/[text]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { text } = await params;
  return isTextPage(text) ? { title: (await operatorText(text, await currentLocale())).title } : {};
}

/**
 * A text of the operator: rules, order of the feed, terms, privacy, imprint, accessibility (safety.md). Every other
 * path of one part redirects to the home page (D34).
 */
export default async function TextPage({ params }: Props) {
  const { text } = await params;
  if (!isTextPage(text)) redirect("/");
  const { html } = await operatorText(text, await currentLocale());
  return (
    <Card>
      <article
        className="space-y-3 [overflow-wrap:anywhere] [&_a]:underline [&_a]:underline-offset-4 [&_h1]:text-2xl [&_h1]:font-bold [&_h2]:pt-3 [&_h2]:text-lg [&_h2]:font-semibold [&_li]:ml-5 [&_mark]:rounded [&_mark]:bg-accent-soft [&_mark]:px-1 [&_mark]:text-accent-foreground [&_ol]:list-decimal [&_ol]:space-y-2 [&_ul]:list-disc"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: made of Markdown, of which HTML is escaped
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </Card>
  );
}
