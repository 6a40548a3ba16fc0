/** Where the choice is kept in the browser (specification 2); `true` for dark. */
export const THEME_KEY = "dark-mode";

/** Runs before the first paint, so that nobody is blinded. Off by default; storage can be forbidden. */
export const THEME_SCRIPT = `try{if(localStorage.getItem("${THEME_KEY}")==="true")document.documentElement.classList.add("dark")}catch{}`;
