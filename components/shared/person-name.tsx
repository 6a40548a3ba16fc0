import Link from "next/link";
import { cn } from "@/components/ui/cn";

type Person = { username: string; name: string };

/** The address of a person's page (D50). */
export const personHref = (username: string) => `/people/${username}`;

/** A name within a sentence, with the unique @username (D39). */
export const nameInFull = ({ name, username }: Person) => `${name} (@${username})`;

/** A name above the unique @username (D39). */
export function PersonName({ person, className }: { person: Person; className?: string }) {
  return (
    <span className={cn("flex min-w-0 flex-col leading-tight", className)}>
      <span className="line-clamp-2 font-medium [overflow-wrap:anywhere]">{person.name}</span>{" "}
      <span className="line-clamp-2 text-sm text-muted-foreground [overflow-wrap:anywhere]">
        @{person.username}
      </span>
    </span>
  );
}

/**
 * The same as a link to the person's page. Not prefetched: a list would request the pages of everybody in it.
 */
export function PersonLink({ person, className }: { person: Person; className?: string }) {
  return (
    <Link
      href={personHref(person.username)}
      prefetch={false}
      className={cn(
        "relative z-10 flex min-h-11 min-w-0 items-center rounded-lg underline-offset-4 hover:underline",
        className,
      )}
    >
      <PersonName person={person} />
    </Link>
  );
}
