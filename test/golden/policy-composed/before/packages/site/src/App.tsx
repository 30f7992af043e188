import { memo } from "react";

export const App = memo(() => <p />);
