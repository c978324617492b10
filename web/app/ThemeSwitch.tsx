import { Monitor, Moon, Sun } from 'lucide-react';
import { words } from '../i18n/words.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { themes, useTheme } from './theme.ts';

const looks = {
  system: { Icon: Monitor, word: 'app.themeSystem' },
  light: { Icon: Sun, word: 'app.themeLight' },
  dark: { Icon: Moon, word: 'app.themeDark' },
} as const;

/** Goes through the themes: as the system, light, dark. */
export function ThemeSwitch() {
  const [theme, setTheme] = useTheme();
  const { Icon, word } = looks[theme];
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';
  return (
    <IconButton label={words(word)} onClick={() => setTheme(next)}>
      <Icon aria-hidden />
    </IconButton>
  );
}
