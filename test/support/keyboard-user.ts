import assert from 'node:assert/strict';
import type { ElementHandle, Locator, Page } from 'playwright-core';

/** No screen has as many controls; a control that is not reached by then cannot be reached at all. */
const MAX_TABS = 200;

/** Of the element that has the focus; it runs in a page. The buttons of the map library have a glow instead of an outline. */
const HAS_FOCUS_MARK = `(() => {
  const style = getComputedStyle(document.activeElement);
  const isOutlined = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2;
  return isOutlined || style.boxShadow !== 'none';
})()`;

type Focus = 'here' | 'elsewhere' | 'gone';

/** Where the focus is, seen from an element. A screen that is drawn again may have another element for it. */
const findFocus = async (element: ElementHandle | null): Promise<Focus> =>
  element === null
    ? 'gone'
    : element.evaluate((one) => {
        const { isConnected, ownerDocument } = one as unknown as {
          isConnected: boolean;
          ownerDocument: { activeElement: unknown };
        };
        if (!isConnected) return 'gone';
        return ownerDocument.activeElement === one ? 'here' : 'elsewhere';
      });

/** What a person does on a page with the keyboard alone, counted. The focus is moved by Tab and must be seen. */
export class KeyboardUser {
  clicks = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Only what is open in front can be used. */
  async #scope(): Promise<Page | Locator> {
    const dialog = this.page.getByRole('dialog');
    return (await dialog.count()) > 0 ? dialog : this.page;
  }

  /** A control without an own mark of the focus is a control that a person cannot find. */
  async #seeFocus(control: Locator): Promise<void> {
    const isSeen = await this.page.evaluate(HAS_FOCUS_MARK);
    assert.ok(isSeen, `the focus is not seen: ${control}`);
  }

  /** Moves the focus by Tab alone. To find a control by its name at each step took a quarter of the CPU of such a test. */
  async reach(control: Locator): Promise<void> {
    await control.waitFor();
    let element = await control.elementHandle();
    for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
      let focus = await findFocus(element);
      if (focus === 'gone') {
        element = await control.elementHandle();
        focus = await findFocus(element);
      }
      if (focus === 'here') return await this.#seeFocus(control);
      await this.page.keyboard.press('Tab');
    }
    assert.fail(`not reached by Tab: ${control}`);
  }

  async press(control: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
    this.clicks += 1;
    await this.reach(control);
    await this.page.keyboard.press(key);
  }

  async click(role: 'button' | 'link', name: string | RegExp): Promise<void> {
    const exact = typeof name === 'string';
    await this.press((await this.#scope()).getByRole(role, { name, exact }).first());
  }

  /** A list of options takes the first letters of one. */
  async choose(label: string | Locator, option: string): Promise<void> {
    this.clicks += 1;
    const list = typeof label === 'string' ? this.page.getByLabel(label, { exact: true }) : label;
    await this.reach(list);
    await this.page.keyboard.type(option);
    await this.page.keyboard.press('Enter');
  }

  /** What is in a field that is reached by Tab is selected, so that typing replaces it. */
  async type(label: string, text: string): Promise<void> {
    await this.reach((await this.#scope()).getByLabel(label).first());
    await this.page.keyboard.type(text);
  }

  see = (text: string | RegExp): Promise<void> => this.page.getByText(text).first().waitFor();
}
