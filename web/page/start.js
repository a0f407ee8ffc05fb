import init from "./page.js";

init();
