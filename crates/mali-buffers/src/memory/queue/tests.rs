extern crate std;

use std::collections::VecDeque;
use std::vec::Vec;

use proptest::prelude::*;

use super::Queue;

#[derive(Clone, Copy, Debug)]
enum Call {
    Push(u8),
    Pop,
    Change(u8),
    Clear,
}

fn call() -> impl Strategy<Value = Call> {
    prop_oneof![
        8 => any::<u8>().prop_map(Call::Push),
        6 => Just(Call::Pop),
        2 => any::<u8>().prop_map(Call::Change),
        1 => Just(Call::Clear),
    ]
}

/// Compares a queue of a fixed capacity with the standard library's queue.
fn compare<const CAPACITY: usize>(calls: &[Call]) -> Result<(), TestCaseError> {
    let mut queue: Queue<u8, CAPACITY> = Queue::new(0);
    let mut model = VecDeque::new();
    for &call in calls {
        match call {
            Call::Push(item) => {
                let has_room = model.len() < CAPACITY;
                prop_assert_eq!(queue.push_back(item), has_room);
                if has_room {
                    model.push_back(item);
                }
            }
            Call::Pop => {
                queue.pop_front();
                model.pop_front();
            }
            Call::Change(item) => {
                queue.back_mut().into_iter().for_each(|back| *back = item);
                model.back_mut().into_iter().for_each(|back| *back = item);
            }
            Call::Clear => {
                queue.clear();
                model.clear();
            }
        }
        prop_assert_eq!(queue.front(), model.front());
        prop_assert_eq!(queue.back(), model.back());
        let items: Vec<_> = queue.iter().collect();
        prop_assert_eq!(items, model.iter().collect::<Vec<_>>());
    }
    Ok(())
}

proptest! {
    #[test]
    fn items_come_out_in_the_order_in_which_they_went_in(
        calls in prop::collection::vec(call(), 0..60),
    ) {
        compare::<1>(&calls)?;
        compare::<3>(&calls)?;
        compare::<8>(&calls)?;
    }
}

#[test]
fn queues_of_the_same_items_are_equal_wherever_those_lie() {
    let mut around: Queue<u8, 3> = Queue::new(0);
    for item in [9, 9, 1] {
        assert!(around.push_back(item));
    }
    around.pop_front();
    around.pop_front();
    assert!(around.push_back(2));

    let mut straight = Queue::new(7);
    assert!(straight.push_back(1));
    assert_ne!(around, straight);
    assert!(straight.push_back(2));
    assert_eq!(around, straight);
}
