//! The page on which a draw's threads, words and code can be seen. What it shows, the libraries say.

mod address;
mod app;
mod divisor;
mod draw;
mod live;
mod parts;
mod read;
mod take_away;
mod threads;
mod varyings;
mod words;

fn main() {
    leptos::mount::mount_to_body(app::App);
}
