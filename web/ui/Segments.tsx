import { classNames } from './classNames.ts';
import styles from './Segments.module.css';

interface SegmentsProps<T extends string> {
  /** Accessible name of the group. */
  label: string;
  value: T;
  onChange: (value: T) => void;
  /** One that is disabled says why in its title. */
  options: readonly { value: T; label: string; disabled?: boolean; title?: string | undefined }[];
}

/** One of a few, all of them in sight. */
export function Segments<T extends string>({ label, value, onChange, options }: SegmentsProps<T>) {
  return (
    <fieldset className={styles.group} aria-label={label}>
      {options.map(option => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          disabled={option.disabled}
          title={option.title}
          className={classNames(styles.segment, option.value === value && styles.chosen)}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
