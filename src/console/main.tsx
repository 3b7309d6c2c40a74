import { render } from 'preact';
import { applyLanguage } from './app/language.ts';
import { followLinks } from './app/location.ts';
import { applyTheme } from './app/theme.ts';
import { Console } from './console.tsx';
import './style/tokens.css';
import './style/base.css';
import './style/shell.css';
import './style/forms.css';
import './style/parts.css';
import './style/chart.css';

applyTheme();
applyLanguage();
followLinks();

const place = document.getElementById('console');
if (place) render(<Console />, place);
