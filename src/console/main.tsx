import { render } from 'preact';
import { Console } from './console.tsx';
import { applyLanguage } from './state/language.ts';
import { followLinks } from './state/location.ts';
import { applyTheme } from './state/theme.ts';
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
