import { describe, expect, it } from "vitest";
import { textsOf } from "@/tests/e2e/texts";

type Values = Record<string, string | number>;
/** A key of the catalogue, the text the specification has for it, and what stands in the place of its figures. */
type Literal = [key: string, text: string, values?: Values];

/**
 * The specification's own words, each in the language it is written in (D2). Whoever changes one of these texts in a catalogue departs from the
 * specification.
 */
const LITERALS = {
  "section 2, in Dutch": {
    locale: "nl",
    literals: [
      ["request.detail.unknownUser", "Gebruiker"],
      ["request.detail.newUser", "Nieuwe gebruiker"],
      ["request.detail.donateNow", "Doneer Nu"],
      ["request.detail.shareHint", "Deel deze request om meer mensen te helpen bijdragen"],
    ],
  },
  "section 2, in English": {
    locale: "en",
    literals: [
      ["common.loading", "Loading"],
      ["common.hidden", "Hidden"],
      ["common.anonymous", "Anonymous"],
      ["common.justNow", "Just now"],
      ["common.cancel", "Cancel"],
      ["common.tier.goldSubscriber", "Gold Subscriber"],
      ["common.tier.diamondSubscriber", "Diamond Subscriber"],
      ["shell.upgrade", "Upgrade"],
      ["feed.rank", "Leaderboard #7", { rank: "7" }],
      ["feed.noRank", "Leaderboard N/A"],
      ["feed.empty", "No active requests at the moment."],
      ["request.detail.premium", "PREMIUM"],
      ["request.create.item", "Item Name"],
      ["request.create.amount", "Amount Needed"],
      ["request.create.description", "Description"],
      ["leaderboard.periods.all", "All Time"],
      ["leaderboard.periods.monthly", "Monthly"],
      ["leaderboard.periods.weekly", "Weekly"],
      ["leaderboard.periods.daily", "Daily"],
      ["leaderboard.roles.first", "Top Contributor"],
      ["leaderboard.roles.second", "Generous Giver"],
      ["leaderboard.roles.third", "Community Hero"],
      ["leaderboard.roles.premium", "Premium Member"],
      ["leaderboard.roles.community", "Community Member"],
      ["leaderboard.noMatch", "No users found matching your search."],
      ["leaderboard.empty", "No leaderboard data available."],
      ["auth.wanted.profile", "Please log in to view your profile."],
      ["profile.requests.title", "My Requests (2)", { count: "2" }],
      ["profile.requests.status.completed", "Completed"],
      ["profile.requests.status.active", "Active"],
      ["profile.requests.status.inactive", "Inactive"],
      [
        "profile.requests.limitReached",
        "You have reached the maximum of 3 active requests. Delete a request to create a new one.",
        { limit: 3 },
      ],
      ["profile.requests.empty", "You haven't created any requests yet."],
      ["notifications.new", "New"],
      [
        "notifications.donation",
        "Anonymous donated €5.00 to Winter coat. Progress: 40%",
        { donor: "Anonymous", amount: "€5.00", title: "Winter coat", progress: 40 },
      ],
      [
        "notifications.donationOwn",
        "Joris donated €5.00 to your request. Progress: 40%",
        { donor: "Joris", amount: "€5.00", progress: 40 },
      ],
      [
        "notifications.completed",
        "Congratulations! The goal for Winter coat has been completed!",
        { title: "Winter coat" },
      ],
      ["notifications.completedOwn", "Congratulations! The goal for your request has been completed!"],
      ["subscription.popular", "Most Popular"],
    ],
  },
  "section 4": {
    locale: "en",
    literals: [["donate.walletSoon", "PayPal donations coming soon, use Stripe for now"]],
  },
  "section 5, in Dutch": {
    locale: "nl",
    literals: [
      ["errors.fields.usernameRequired", "Gebruikersnaam is verplicht"],
      ["errors.fields.passwordRequired", "Wachtwoord is verplicht"],
      ["errors.fields.usernameTooShort", "Gebruikersnaam moet minimaal 3 karakters zijn"],
      ["errors.fields.email", "Ongeldig e-mailadres"],
      ["errors.fields.passwordLength", "Wachtwoord moet minimaal 6 karakters zijn"],
      ["errors.fields.nameRequired", "Naam is verplicht"],
    ],
  },
  "section 5, in English": {
    locale: "en",
    literals: [
      ["errors.fields.usernameCharacters", "Username can only contain letters, numbers, dots, and hyphens"],
      ["errors.USERNAME_TOO_SOON", "You can only change your username once per week"],
      ["donate.login", "Please log in to make a donation."],
      ["donate.invalid", "Invalid payment amount"],
      ["errors.INVALID_AMOUNT", "Invalid payment amount"],
      ["donate.maximum", "Maximum €25.00", { amount: "€25.00" }],
      ["feed.goalReachedTitle", "Goal Reached"],
      ["feed.goalReachedText", "This regular request has reached its goal. No more donations needed."],
      ["errors.GOAL_REACHED", "This regular request has reached its goal. No more donations needed."],
      ["errors.fields.itemRequired", "Please enter an item name"],
      ["errors.fields.amountInvalid", "Please enter a valid amount"],
      ["errors.fields.descriptionRequired", "Please provide a description"],
      ["request.create.login", "You must be logged in to create a request."],
      ["request.create.invalidTitle", "Validation Error"],
      ["request.create.invalidText", "Please check your input and try again."],
      ["errors.VALIDATION_ERROR", "Please check your input and try again."],
    ],
  },
  "section 8, in Dutch": {
    locale: "nl",
    literals: [
      ["errors.mobile.offline", "Netwerk probleem. Controleer je internetverbinding en probeer opnieuw."],
      ["errors.mobile.notFound", "Pagina niet gevonden. Probeer de app te vernieuwen."],
      [
        "errors.mobile.server",
        "Server tijdelijk niet beschikbaar. Probeer het over een paar seconden opnieuw.",
      ],
      ["errors.mobile.unknown", "Er is een fout opgetreden"],
      ["auth.login.failed", "Inloggen mislukt"],
      ["auth.login.failure.credentials", "Ongeldige gebruikersnaam of wachtwoord"],
      ["auth.register.failed", "Registratie mislukt"],
      ["shell.logoutFailed", "Uitloggen mislukt"],
      ["share.failedTitle", "Kopiëren mislukt"],
      ["share.failedText", "Kon de link niet kopiëren"],
      ["auth.login.success", "Succesvol ingelogd"],
      ["auth.register.success", "Account aangemaakt"],
      ["share.copiedTitle", "Link gekopieerd"],
    ],
  },
  "section 8, in English": {
    locale: "en",
    literals: [
      ["cardErrors.titles.card", "Card Error"],
      ["cardErrors.titles.details", "Invalid Payment Details"],
      ["cardErrors.titles.tooMany", "Too Many Requests"],
      ["cardErrors.titles.connection", "Connection Error"],
      ["cardErrors.titles.network", "Network Error"],
      ["cardErrors.titles.timeout", "Request Timeout"],
      ["cardErrors.titles.failed", "Payment Failed"],
      ["cardErrors.titles.setup", "Payment Setup Error"],
      ["cardErrors.setup.amount", "Invalid payment amount"],
      ["cardErrors.setup.notFound", "Request not found, refresh the page"],
      ["cardErrors.setup.network", "Network error"],
      ["cardErrors.setup.unable", "Unable to setup payment"],
      ["request.create.failedTitle", "Request Failed"],
      ["request.create.failedText", "Something went wrong. Please try again."],
      ["toasts.deleteFailed.title", "Delete failed"],
      ["toasts.deleteFailed.text", "Failed to delete the request. Please try again."],
      ["toasts.updateFailed.title", "Update failed"],
      ["toasts.updateFailed.text", "Failed to update your profile."],
      ["paymentSuccess.toast.title", "Payment Successful"],
      ["request.create.doneTitle", "Request submitted"],
      ["toasts.profileUpdated.title", "Profile updated"],
      ["toasts.requestDeleted.title", "Request deleted"],
    ],
  },
  "section 9": {
    locale: "en",
    literals: [
      ["donate.quick.small", "Small contribution"],
      ["donate.quick.generous", "Generous gift"],
      ["donate.quick.fund", "Fund completely"],
      ["donate.quick.complete", "Complete the goal"],
    ],
  },
} as const satisfies Record<string, { locale: "en" | "nl"; literals: Literal[] }>;

describe.each(Object.entries(LITERALS))("the specification's words: %s", (_, { locale, literals }) => {
  const t = textsOf(locale);
  it.each(literals as Literal[])("%s", (key, text, values) => {
    expect(t(key, values)).toBe(text);
  });
});
