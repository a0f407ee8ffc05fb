use arrayvec::ArrayVec;

use super::array::BoundArray;
use super::group::Group;
use super::member::{KEY_OFFSETS, Member};
use crate::draw::{Attribute, ConstantValue};
use crate::list::append;
use crate::memory::RECORD_MEMBERS;
use crate::planning::Decision;
use mali_instancing::InputRate;
use mali_instancing::draw::VertexAttribute;

/// An attribute that is the same for all vertices.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConstantAttribute {
    pub(crate) attribute: u8,
    /// The cell of the value in the block of constants.
    pub(crate) cell: u8,
    pub(crate) decision: Decision,
    pub(crate) value: ConstantValue,
}

/// The facts about attributes that are known when they are bound.
#[derive(Clone, Debug)]
pub(crate) struct InputLayout<const ATTRIBUTES: usize> {
    pub(crate) groups: ArrayVec<Group, ATTRIBUTES>,
    /// The attributes of all groups. Those of one group are one after the other, in the order in which they end: if the
    /// last element exists in part, the first of them exist.
    members: ArrayVec<Member, ATTRIBUTES>,
    pub(crate) constants: ArrayVec<ConstantAttribute, ATTRIBUTES>,
    /// The number of attributes, and the sets of those that are numbers.
    pub(crate) count: usize,
    vertex_ids: u32,
    instance_ids: u32,
    /// The set of groups that step per vertex.
    pub(crate) per_vertex: u32,
}

impl<const ATTRIBUTES: usize> InputLayout<ATTRIBUTES> {
    pub(crate) const NONE: Self = Self {
        groups: ArrayVec::new_const(),
        members: ArrayVec::new_const(),
        constants: ArrayVec::new_const(),
        count: 0,
        vertex_ids: 0,
        instance_ids: 0,
        per_vertex: 0,
    };

    /// Makes this the layout of other attributes.
    pub(crate) fn set(&mut self, attributes: &[Attribute]) {
        self.groups.clear();
        self.members.clear();
        self.constants.clear();
        self.count = attributes.len();
        (self.vertex_ids, self.instance_ids, self.per_vertex) = (0, 0, 0);
        let mut grouped = 0;
        for (number, attribute) in attributes.iter().enumerate() {
            match attribute {
                Attribute::Array(array) if grouped >> number & 1 == 0 => {
                    let first = BoundArray::new(*array);
                    self.add_group(&first, number, attributes, &mut grouped);
                }
                Attribute::Array(_) => {}
                Attribute::Constant(value) => {
                    let constant = ConstantAttribute {
                        attribute: number as u8,
                        cell: 0,
                        decision: Decision::ConstantFound,
                        value: *value,
                    };
                    append(&mut self.constants, constant);
                }
                Attribute::VertexId => self.vertex_ids |= 1 << number,
                Attribute::InstanceId => self.instance_ids |= 1 << number,
            }
        }
    }

    fn add_group(
        &mut self,
        first: &BoundArray,
        number: usize,
        attributes: &[Attribute],
        grouped: &mut u32,
    ) {
        let stride = u64::from(first.array.stride);
        let others = || {
            let all = attributes.iter().enumerate();
            all.filter_map(|(number, attribute)| match attribute {
                Attribute::Array(array) => Some((number, BoundArray::new(*array))),
                _ => None,
            })
        };
        // All elements of a group are within one stride. The first of them begins where one of its arrays does: client
        // memory before it is not read.
        let window = first.end().and_then(|end| end.checked_sub(stride));
        let mut is_alone = first.is_alone();
        let mut begin = first.array.offset;
        let (mut end, mut alignment) = (first.end(), first.alignment);
        for (other_number, other) in others().filter(|_| !is_alone) {
            let is_within = other.array.offset >= window.unwrap_or(0);
            if *grouped >> other_number & 1 == 0 && is_within && other.is_peer_of(first) {
                begin = begin.min(other.array.offset);
                end = end.max(other.end());
                alignment = alignment.max(other.alignment);
            }
        }
        // A descriptor begins where every attribute is aligned, if the elements still are within one stride. If they are
        // not, its attributes would be at odd offsets, also in a copy of the buffer: the first one is alone then.
        let aligned = begin & !u64::from(alignment - 1);
        if first.is_direct() && begin != aligned {
            if end.is_some_and(|end| end - aligned <= stride) {
                begin = aligned;
            } else {
                (begin, is_alone) = (first.array.offset, true);
            }
        }
        let from = self.members.len();
        let mut group = Group {
            source: first.array.source,
            offset: begin,
            stride: first.array.stride,
            rate: first.array.rate,
            length: 0,
            record_stride: 0,
            record_length: 0,
            bytes: 0,
            first_member: from as u8,
            members: 0,
            alignment: 1,
            is_direct: first.is_direct(),
            converts: false,
            is_block: true,
        };
        for (other_number, other) in others() {
            let fits = || {
                let offset = other.array.offset.checked_sub(begin);
                let end = offset.and_then(|offset| offset.checked_add(other.size.into()));
                let has_key = group.members < RECORD_MEMBERS as u8 && stride <= KEY_OFFSETS;
                !is_alone
                    && *grouped >> other_number & 1 == 0
                    && other.is_peer_of(first)
                    && end.is_some_and(|end| end <= stride)
                    && (has_key || !first.needs_key())
            };
            if other_number == number || fits() {
                *grouped |= 1 << other_number;
                self.add_member(&mut group, other_number, &other);
            }
        }
        self.pack(&mut group);
        if group.rate == InputRate::Vertex {
            self.per_vertex |= 1 << self.groups.len();
        }
        append(&mut self.groups, group);
    }

    fn add_member(&mut self, group: &mut Group, number: usize, array: &BoundArray) {
        let member = Member {
            attribute: number as u8,
            alignment: array.alignment as u8,
            packed: 0,
            offset: (array.array.offset - group.offset) as u32,
            format: array.reading.format,
            conversion: array.reading.conversion,
        };
        let members = self.members_of(group);
        let earlier = members.iter().filter(|other| other.end() <= member.end());
        let place = usize::from(group.first_member) + earlier.count();
        let added = self.members.try_insert(place, member);
        debug_assert!(added.is_ok(), "an attribute is twice in the layout");
        let is_aligned = (member.offset | group.stride) & (array.alignment - 1) == 0;
        group.members += 1;
        group.length = group.length.max(member.end());
        group.bytes += array.size as u16;
        group.alignment = group.alignment.max(member.alignment);
        group.converts |= !array.reading.is_direct();
        group.is_block &= array.reading.is_direct() && is_aligned;
    }

    /// Finds the places of the attributes in records without gaps.
    fn pack(&mut self, group: &mut Group) {
        let first = usize::from(group.first_member);
        let (mut end, mut alignment) = (0_u32, 1);
        for member in self.members.iter_mut().skip(first) {
            let own = member.format.alignment();
            end = end.next_multiple_of(own);
            member.packed = end as u16;
            end += member.conversion.size();
            alignment = own.max(alignment);
        }
        let stride = end.next_multiple_of(alignment);
        // Otherwise records without the bytes that no attribute reads are shorter.
        group.is_block &= stride >= group.stride && group.length <= group.stride;
        (group.record_stride, group.record_length) = match (group.stride, group.is_block) {
            (0, _) => (0, end),
            (stride, true) => (stride, group.length),
            (_, false) => (stride, end),
        };
    }

    /// Binds other buffers: makes this the layout of other attributes if they differ in sources, offsets and constants
    /// alone, so that the groups stay the same. `false` if they do not.
    pub(crate) fn bind(&mut self, attributes: &[Attribute]) -> bool {
        let is_same = |(number, attribute): (usize, &Attribute)| match attribute {
            Attribute::VertexId => self.vertex_ids >> number & 1 == 1,
            Attribute::InstanceId => self.instance_ids >> number & 1 == 1,
            Attribute::Constant(value) => self.constants.iter().any(|known| {
                usize::from(known.attribute) == number && known.value.format() == value.format()
            }),
            Attribute::Array(_) => self.groups.iter().any(|group| {
                let mut members = self.members_of(group).iter();
                members.any(|member| usize::from(member.attribute) == number)
                    && self.moved(group, attributes).is_some()
            }),
        };
        if self.count != attributes.len() || !attributes.iter().enumerate().all(is_same) {
            return false;
        }
        for number in 0..self.groups.len() {
            let Some(moved) = self
                .groups
                .get(number)
                .and_then(|group| self.moved(group, attributes))
            else {
                continue;
            };
            if let Some(group) = self.groups.get_mut(number) {
                *group = moved;
            }
        }
        for constant in &mut self.constants {
            if let Some(Attribute::Constant(value)) =
                attributes.get(usize::from(constant.attribute))
            {
                constant.value = *value;
            }
        }
        true
    }

    /// A group at another place, if other attributes have the same elements there.
    fn moved(&self, group: &Group, attributes: &[Attribute]) -> Option<Group> {
        let mut moved = None;
        for member in self.members_of(group) {
            let Some(Attribute::Array(array)) = attributes.get(usize::from(member.attribute))
            else {
                return None;
            };
            let bound = BoundArray::new(*array);
            let offset = array.offset.checked_sub(member.offset.into())?;
            let is_same = bound.array.stride == group.stride
                && bound.array.rate == group.rate
                && bound.reading.format == member.format
                && bound.reading.conversion == member.conversion
                && array.source.buffer().is_some() == group.source.buffer().is_some()
                // What is aligned stays aligned.
                && offset.wrapping_sub(group.offset) % 16 == 0;
            bound.end()?;
            let place = (array.source, offset);
            if !is_same || moved.is_some_and(|known| known != place) {
                return None;
            }
            moved = Some(place);
        }
        let (source, offset) = moved?;
        Some(Group {
            source,
            offset,
            ..*group
        })
    }

    /// The attributes of a group.
    #[inline]
    pub(crate) fn members_of(&self, group: &Group) -> &[Member] {
        let first = usize::from(group.first_member);
        let members = self.members.get(first..first + usize::from(group.members));
        members.unwrap_or_default()
    }

    /// Whether the shader may be given the vertices' numbers.
    pub(crate) const fn has_vertex_ids(&self) -> bool {
        self.vertex_ids != 0
    }

    /// The attributes that are numbers, and a number in place of each other one.
    pub(crate) fn ids(&self) -> ArrayVec<VertexAttribute, ATTRIBUTES> {
        let id = |number: usize| match self.instance_ids >> number & 1 {
            1 => VertexAttribute::INSTANCE_ID,
            _ => VertexAttribute::VERTEX_ID,
        };
        (0..self.count).map(id).collect()
    }
}
