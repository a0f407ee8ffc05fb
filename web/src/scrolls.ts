/** Lets the keyboard reach an element while it can be scrolled. */
export function scrolls(element: HTMLElement): () => void {
    const look = () => {
        const isLonger = element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight;
        if (isLonger) element.tabIndex = 0;
        else element.removeAttribute("tabindex");
    };
    // It is also checked at once: an element below the screen is not observed until it is drawn.
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => {
        observer.disconnect();
    };
}
