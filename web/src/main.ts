import { mount } from "svelte";
import App from "./App.svelte";
import { begin } from "./history.svelte";
import "./style.css";

const target = document.getElementById("app");
if (target) {
    await begin();
    target.replaceChildren();
    mount(App, { target });
}
