import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { lazily } from "@/components/shared/lazily";
import { Skeleton } from "@/components/ui/skeleton";
import type { FundingRequest } from "@/lib/domain/requests/schema";

const RequestStory = lazily(
  () => import("./request-story").then((module) => module.RequestStory),
  () => <Skeleton className="h-60" />,
);

/** The story of a request, folded to a line; it is read when it is first opened. */
export function StoryFold({ request }: { request: FundingRequest }) {
  const t = useTranslations("request.story");
  const [opened, setOpened] = useState(false);
  return (
    <details className="group" onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}>
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 rounded-lg font-medium [&::-webkit-details-marker]:hidden">
        {t("title")}
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 text-muted-foreground transition-transform group-open:rotate-180"
        />
      </summary>
      {opened && (
        <div className="pt-1 pb-2">
          <RequestStory request={request} />
        </div>
      )}
    </details>
  );
}
