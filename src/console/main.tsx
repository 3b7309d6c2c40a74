import { render } from 'preact';
import { Console } from './console.tsx';
import { watchConnection } from './state/connection.ts';
import { applyLanguage } from './state/language.ts';
import { interceptLinks } from './state/route.ts';
import { applyTheme } from './state/theme.ts';
import './style/tokens.css';
import './style/base.css';
import './style/shell.css';
import './style/forms.css';
import './style/parts.css';
import './style/guides.css';
import './style/chart.css';

applyTheme();
applyLanguage();
interceptLinks();
watchConnection();

const container = document.getElementById('console');
if (container) render(<Console />, container);
