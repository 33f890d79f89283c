// Where does the page begin?
import "./style/fonts.css";
import "./style/base.css";
import "./style/shell.css";
import "./style/parts.css";
import "./style/views.css";
import { render } from "preact";
import { App } from "./app.tsx";
import { applyTheme } from "./theme.ts";

applyTheme();
const root = document.getElementById("page");
if (root !== null) render(<App />, root);
